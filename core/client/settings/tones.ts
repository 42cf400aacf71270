import type { PlayTone, SoundKind } from './sound-store.ts';

/** Notes in Hz, one after the other: a fill rises, an alert calls twice. */
const notes: Readonly<Record<SoundKind, readonly number[]>> = { fill: [659, 988], alert: [784, 784] };
const noteSeconds = 0.11;
/** Sine tones at full gain are louder than anything else on a desk. */
const loudest = 0.3;

/** Synthesised tones. The sound device is opened at the first one, and only after the user has touched the page (autoplay rules). */
export function createTones(): PlayTone {
  let context: AudioContext | null = null;
  return (kind, volume) => {
    if (!navigator.userActivation.hasBeenActive) return;
    context ??= new AudioContext();
    const { currentTime, destination } = context;
    void context.resume();
    notes[kind].forEach((frequency, index) => {
      if (context === null) return;
      const startsAt = currentTime + index * noteSeconds * 1.3;
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setTargetAtTime(loudest * volume, startsAt, 0.005);
      gain.gain.setTargetAtTime(0, startsAt + noteSeconds * 0.5, noteSeconds / 4);
      const tone = new OscillatorNode(context, { frequency });
      tone.connect(gain).connect(destination);
      tone.start(startsAt);
      tone.stop(startsAt + noteSeconds * 2);
    });
  };
}
