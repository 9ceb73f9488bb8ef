// Sounds, made by the browser: no files. Nothing sounds until the player has switched it on.

import { settings } from '../settings.svelte';

export type Sound = 'move' | 'dice' | 'charge' | 'chat';

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  // Browsers hold a context until the player has pressed something.
  void context.resume();
  return context;
}

/** A tone that fades: pitch in Hz, when and how long in seconds. */
function tone(on: AudioContext, pitch: number, after: number, long: number, loud: number, shape: OscillatorType): void {
  const start = on.currentTime + after;
  const voice = on.createOscillator();
  const gain = on.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(Math.max(20, pitch * 0.6), start + long);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  voice.connect(gain).connect(on.destination);
  voice.start(start);
  voice.stop(start + long);
}

/** A knock of noise, as of a die on wood. */
function knock(on: AudioContext, after: number, long: number, loud: number): void {
  const start = on.currentTime + after;
  const size = Math.ceil(on.sampleRate * long);
  const buffer = on.createBuffer(1, size, on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < size; n += 1) data[n] = (Math.random() * 2 - 1) * (1 - n / size) ** 3;
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  const gain = on.createGain();
  filter.type = 'bandpass';
  filter.frequency.value = 1800;
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(on.destination);
  source.start(start);
}

export function play(sound: Sound): void {
  const on = ready();
  if (on === null) return;
  if (sound === 'move') {
    tone(on, 523, 0, 0.35, 0.12, 'sine');
    tone(on, 784, 0.14, 0.5, 0.1, 'sine');
  } else if (sound === 'dice') {
    for (const after of [0, 0.07, 0.13, 0.22, 0.34]) knock(on, after, 0.05, 0.5);
  } else if (sound === 'charge') {
    for (const after of [0, 0.16, 0.28]) tone(on, 110, after, 0.3, 0.3, 'triangle');
  } else {
    tone(on, 880, 0, 0.18, 0.06, 'sine');
  }
}

/** Says outside the tab that it is this player's move, where the browser has been allowed to. */
export function notice(title: string, body: string): void {
  if (!settings.notices || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  if (document.visibilityState === 'visible') return;
  const shown = new Notification(title, { body, tag: 'gunbai-move', icon: '/favicon-move.svg' });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
