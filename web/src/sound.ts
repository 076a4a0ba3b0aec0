/* sound.ts -- a short knock when a move is seen, for who has switched it on. */
import {sound} from "./settings";

let context: AudioContext | null = null;

export function knock(): void {
    if (!sound()) return;
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = 210;
    gain.gain.setValueAtTime(0.12, context.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.09);
    tone.connect(gain).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.1);
}
