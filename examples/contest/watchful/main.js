// An entry in JavaScript, in a folder of its own: it wins where it can, keeps the other from
// winning where it must, and else plays towards the middle.
'use strict';

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');

// Rows of the board from the top, as the text of a view shows them.
const board = (text) => text.split('\n').map((row) => row.trim().split(' ')).filter((row) => row.length === 7 && !row.includes('a'));

const four = (rows, mark) => {
  const at = (r, c) => rows[r]?.[c] === mark;
  const ways = [[0, 1], [1, 0], [1, 1], [1, -1]];
  return rows.some((row, r) => row.some((_, c) =>
    ways.some(([dr, dc]) => [0, 1, 2, 3].every((i) => at(r + i * dr, c + i * dc)))));
};

const wins = (rows, move, mark) => {
  const column = move.charCodeAt(0) - 97;
  const after = rows.map((row) => [...row]);
  const r = after.map((row) => row[column]).lastIndexOf('.');
  after[r][column] = mark;
  return four(after, mark);
};

let me = 'X';
const choose = ({ legal, text }) => {
  const rows = board(text);
  const other = me === 'X' ? 'O' : 'X';
  const middle = [...legal].sort((a, b) => Math.abs(a.charCodeAt(0) - 100) - Math.abs(b.charCodeAt(0) - 100));
  return legal.find((m) => wins(rows, m, me)) ?? legal.find((m) => wins(rows, m, other)) ?? middle[0];
};

const answers = {
  hello: () => say({ type: 'hello', protocol: 1, name: 'watchful' }),
  start: (m) => { me = m.seat === 0 ? 'X' : 'O'; },
  act: (m) => say({ type: 'move', act: m.act, move: choose(m) }),
  ping: (m) => say({ ...m, type: 'pong' }),
  bye: () => process.exit(0),
};

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    answers[message.type]?.(message);
  });
