import { makeAutoObservable } from 'mobx';
import type { UserConfigStore } from './user-config-store.ts';

export const soundKinds = ['fill', 'alert'] as const;
/** `fill`: an own order was filled; `alert`: a warning, an error or a price alert. */
export type SoundKind = (typeof soundKinds)[number];

interface SoundSetting {
  readonly on: boolean;
  /** 0 … 1 */
  readonly volume: number;
}

/** Plays a kind's tone at a volume; a browser that has not been touched yet stays silent. */
export type PlayTone = (kind: SoundKind, volume: number) => void;

const section = 'sounds';
const defaultSetting: SoundSetting = { on: true, volume: 0.5 };
/** Many at once are one sound: a hundred fills of a sweep must not rattle. */
const quietMs = 250;

/** Which sounds a user wants, and how loud; kept with the account. */
export class SoundStore {
  readonly #config: UserConfigStore;
  readonly #tone: PlayTone;
  readonly #nowMs: () => number;
  readonly #lastMs = new Map<SoundKind, number>();

  constructor(config: UserConfigStore, tone: PlayTone, nowMs: () => number) {
    this.#config = config;
    this.#tone = tone;
    this.#nowMs = nowMs;
    makeAutoObservable(this, { setting: false, play: false, tryOut: false }, { autoBind: true });
  }

  /** Observable. */
  setting(kind: SoundKind): SoundSetting {
    return readSetting((this.#config.section(section) as Record<string, unknown> | undefined)?.[kind]);
  }

  change(kind: SoundKind, change: Partial<SoundSetting>): void {
    const settings = Object.fromEntries(soundKinds.map((one) => [one, this.setting(one)]));
    this.#config.set(section, { ...settings, [kind]: { ...this.setting(kind), ...change } });
  }

  play(kind: SoundKind): void {
    const { on, volume } = this.setting(kind);
    const nowMs = this.#nowMs();
    if (!on || volume === 0 || nowMs - (this.#lastMs.get(kind) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
    this.#lastMs.set(kind, nowMs);
    this.#tone(kind, volume);
  }

  /** Lets the user hear a kind as it is set. */
  tryOut(kind: SoundKind): void {
    this.#tone(kind, this.setting(kind).volume);
  }
}

/** What was saved is foreign data. */
function readSetting(value: unknown): SoundSetting {
  if (typeof value !== 'object' || value === null) return defaultSetting;
  const { on, volume } = value as Record<string, unknown>;
  return {
    on: on !== false,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : defaultSetting.volume,
  };
}
