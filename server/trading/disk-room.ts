import type { Disposer } from '../../core/contract/token.ts';

/** Whether the disk has room for anything new. */
export interface DiskRoom {
  readonly hasRoom: () => boolean;
  onChange(listener: (hasRoom: boolean) => void): Disposer;
}

export const endlessDisk: DiskRoom = { hasRoom: () => true, onChange: () => () => undefined };
