/** Longer than this nobody at a terminal believes in what he does not see. */
const quietMs = 15_000;

interface Ticking {
  every(ms: number, call: () => void): () => void;
}

/** What the process itself ticks by; it ends beside it. */
const processTicks: Ticking = {
  every: (ms, call) => {
    const timer = setInterval(call, ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * Tells lines, and while none comes for long that it is still at it, and since when; until it is stopped. A line may tell of what is finished: none is
 * told again.
 */
export function stillGoing(tell: (line: string) => void, { every } = processTicks): { tell(line: string): void; stop(): void } {
  let stop = (): void => undefined;
  return {
    tell: (line) => {
      stop();
      tell(line);
      let rounds = 0;
      stop = every(quietMs, () => tell(`still at it, ${(++rounds * quietMs) / 1_000} s since the last line`));
    },
    stop: () => stop(),
  };
}
