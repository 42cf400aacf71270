import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Command } from '../../engine/command.ts';
import type { CommandResult } from '../../engine/host/committed-batch.ts';
import type { EngineHost } from '../../engine/host/host-port.ts';
import { NoRoom } from '../../engine/host/no-room.ts';
import { VenueStopped } from '../../engine/host/venue-stopped.ts';

/** The durable result. Refused when the command certainly did not happen; throws when its fate is open. */
export async function sendCommand(exchange: string, host: Pick<EngineHost, 'submit'>, command: Command): Promise<Outcome<CommandResult>> {
  try {
    return accepted(await host.submit(command));
  } catch (error) {
    if (error instanceof NoRoom) return refused('DISK_FULL');
    if (error instanceof VenueStopped && error.outcome === 'NOT_TAKEN') return refused('VENUE_UNAVAILABLE', { exchange });
    throw error;
  }
}
