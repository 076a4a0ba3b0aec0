// A player in JavaScript (Node): it moves at random.
//
//     parlor play tictactoe --against 'process(cmd=node examples/agents/random_bot.js)'
//
// One message is one line of JSON (docs/protocol.md).  Everything needed to choose is in
// "act": the legal moves, what this seat sees ("view", "text") and the clock.
'use strict';

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');

// Here goes your idea: any of legal.
const choose = ({ legal }) => legal[Math.floor(Math.random() * legal.length)];

const answers = {
  hello: () => say({ type: 'hello', protocol: 1, name: 'random_bot.js' }),
  act: (m) => say({ type: 'move', act: m.act, move: choose(m) }),
  ping: (m) => say({ ...m, type: 'pong' }),
  error: (m) => console.error('the host says:', m.reason),
  bye: () => process.exit(0),
  // start, saw and over tell of the game; a player that remembers listens to them.
};

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    answers[message.type]?.(message);
  });
