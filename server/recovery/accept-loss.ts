import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SnapshotFiles } from '../engine/host/snapshot-files.ts';
import { nodeFileSystem } from '../engine/journal/files/node-file-system.ts';
import { shortStartName } from '../engine/journal/files/short-start.ts';
import type { EngineLogger } from '../engine/journal/logger.ts';
import type { Repositories, Store } from '../store/store.ts';
import { isBehind, type VenueFinding } from './venue-finding.ts';

interface AcceptParts {
  readonly store: Store;
  readonly dataFolder: string;
  readonly logger: EngineLogger;
  readonly nowMs: number;
}

/** Owns the accounts that only a journal knows; nobody signs in as this user. */
const ownerId = 'recovered';

/** What cannot be accepted, because the venue could still not start. */
export class LossNotAcceptable extends Error {}

/**
 * Takes the journal for the truth: what the database has beyond it goes to a file and is made again from the journal at the next start,
 * accounts that only the journal knows get an owner, snapshots and notes of what is gone are set aside. One entry in the audit log
 * says what was given up. Gives the file with what was stored beyond the journal, or null.
 */
export async function acceptLoss(finding: VenueFinding, parts: AcceptParts): Promise<string | null> {
  const { exchange, first, lost } = finding;
  if (isBehind(finding) && first > 1) {
    throw new LossNotAcceptable(
      `${exchange}: its journal begins with command ${first}, so what the database has of the time before cannot be made again. Restore the journal from a backup, or move the folder venues/${exchange} away to let the exchange begin anew.`,
    );
  }
  const isKept = lost.events.length > 0 || lost.postings.length > 0;
  const file = isKept ? await keep(finding, parts) : null;
  await parts.store.transaction((repositories) => settle(finding, file, repositories, parts.nowMs));
  await setAside(finding, parts);
  return file;
}

async function keep({ exchange, end, lost }: VenueFinding, { dataFolder, nowMs }: AcceptParts): Promise<string> {
  const folder = join(dataFolder, 'given-up');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${exchange}-after-${end.sequence}-${nowMs}.jsonl`);
  const lines = [...lost.events, ...lost.postings].map((row) => `${JSON.stringify(row)}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600, flush: true });
  return file;
}

async function settle(finding: VenueFinding, file: string | null, repositories: Repositories, nowMs: number): Promise<void> {
  const { exchange, end, noted, stored, unknown, missing, lost } = finding;
  if (isBehind(finding)) {
    await repositories.projections.reset(exchange);
    await repositories.candles.forget(exchange);
  }
  if (unknown.length > 0) {
    await ensureOwner(repositories, nowMs);
    const account = {
      userId: ownerId,
      name: ownerId,
      exchange,
      permissions: ['spot'],
      groupId: null,
      expiresMs: null,
      state: 'ACTIVE',
      createdMs: nowMs,
    } as const;
    for (const apiId of unknown) await repositories.apiAccounts.adopt(apiId, account);
  }
  await repositories.audit.append({
    timeMs: nowMs,
    actor: 'system',
    action: 'venue.loss-accepted',
    subject: `venue/${exchange}`,
    before: { noted, stored, unknown: [...unknown], missing: [...missing], events: lost.events.length, postings: lost.postings.length },
    after: { end: end.sequence, file },
  });
}

async function ensureOwner({ users }: Repositories, nowMs: number): Promise<void> {
  if ((await users.get(ownerId)) !== null) return;
  const { outcome } = await users.create({
    id: ownerId,
    username: ownerId,
    email: null,
    phone: null,
    passwordHash: '',
    role: 'user',
    vipLevel: 0,
    inviteCode: ownerId,
    invitedBy: null,
    state: 'DISABLED',
    demo: false,
    createdMs: nowMs,
    vipUntilMs: null,
  });
  if (outcome !== 'saved') {
    throw new LossNotAcceptable(`accounts without an owner would be given to a user named "${ownerId}", and somebody else has that name.`);
  }
}

/** Last of all: until then the start refuses. */
async function setAside({ exchange, noted, snapshotsAhead, end }: VenueFinding, { dataFolder, logger, nowMs }: AcceptParts): Promise<void> {
  const folder = join(dataFolder, 'venues', exchange);
  const snapshots = new SnapshotFiles(join(folder, 'snapshots'), nodeFileSystem, logger);
  await snapshots.open();
  for (const sequence of snapshotsAhead) await snapshots.setAside(sequence, `the journal ends with command ${end.sequence}`);
  const note = join(folder, 'journal', shortStartName);
  if (noted !== null) await rename(note, `${note}.settled-${nowMs}`);
}
