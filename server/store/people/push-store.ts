import type { PushDevice } from '../../../core/contract/push.ts';

export interface PushDeviceRecord extends PushDevice {
  readonly userId: string;
  readonly sealedKeys: string;
  /** The session that has named it: it ends with it. Null: nobody knows. */
  readonly sessionHash: string | null;
}

/** Devices that take Web Push. */
export interface StoredPushDevices {
  get(deviceId: string): Promise<PushDeviceRecord | null>;
  /** Newest first. */
  ofUser(userId: string): Promise<readonly PushDeviceRecord[]>;
  /** Everybody who has one. */
  users(): Promise<readonly string[]>;
  /** In place of whoever had its endpoint. */
  put(device: PushDeviceRecord): Promise<void>;
  remove(deviceId: string): Promise<void>;
}
