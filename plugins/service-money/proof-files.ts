import type { Files, ReceivedFile } from '../../core/contract/files.ts';
import type { MovementFile } from '../../core/contract/money.ts';
import type { Tables } from '../../core/contract/server-contributions.ts';
import { type ProofMedium, proofMedium } from '../../core/domain/accounts/money-movement.ts';

const endings: Readonly<Record<ProofMedium, string>> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' };
/** What is called so could be run by whoever opens it. */
const badLetters = /[^\p{L}\p{N} ._()-]/gu;
const longestName = 80;

/** Files that prove movements. One that no movement names within a day goes. */
export class ProofFiles {
  readonly #tables: Tables;
  readonly #files: Files;

  constructor(tables: Tables, files: Files) {
    this.#tables = tables;
    this.#files = files;
  }

  /** Null: it is none by its first bytes, whatever it is called. */
  async keep(userId: string, fileId: string, file: ReceivedFile, nowMs: number): Promise<MovementFile | null> {
    const medium = proofMedium(await headOf(file));
    if (medium === null) return null;
    const name = proofName(file.name, medium);
    await this.#files.keep(fileId, file);
    await this.#tables.run('insert into service_money__proof (file_id, sent_by, name, sent_ms, named) values ($1, $2, $3, $4, false)', [
      ...[fileId, userId, name],
      nowMs,
    ]);
    return { fileId, name };
  }

  /** Null: not by him, or it has gone. */
  async sentBy(userId: string, fileId: string): Promise<MovementFile | null> {
    const rows = await this.#tables.run<{ name: string }>('select name from service_money__proof where file_id = $1 and sent_by = $2', [
      ...[fileId, userId],
    ]);
    return rows[0] === undefined ? null : { fileId, name: rows[0].name };
  }

  /** A movement names it: it stays. */
  async named(fileId: string): Promise<void> {
    await this.#tables.run('update service_money__proof set named = true where file_id = $1', [fileId]);
  }

  read(fileId: string): Promise<AsyncIterable<Uint8Array> | null> {
    return this.#files.read(fileId);
  }

  /** Forgets those that were sent before then and that no movement names; `isNamed` asks once more. */
  async forget(beforeMs: number, isNamed: (fileId: string) => Promise<boolean>): Promise<void> {
    const rows = await this.#tables.run<{ file_id: string }>(
      'select file_id from service_money__proof where not named and sent_ms < $1 order by sent_ms limit 500',
      [beforeMs],
    );
    for (const { file_id } of rows) {
      if (await isNamed(file_id)) {
        await this.named(file_id);
        continue;
      }
      await this.#files.remove(file_id);
      await this.#tables.run('delete from service_money__proof where file_id = $1 and not named', [file_id]);
    }
  }
}

async function headOf(file: ReceivedFile): Promise<Uint8Array> {
  const head: number[] = [];
  for await (const chunk of file.read()) {
    head.push(...chunk.subarray(0, 8 - head.length));
    if (head.length >= 8) break;
  }
  return Uint8Array.from(head);
}

/** With the ending of what it is. */
export function proofName(given: string, medium: ProofMedium): string {
  const base = (given.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(badLetters, '')
    .replace(/\.[^.]*$/, '')
    .trim();
  return `${[...base].slice(0, longestName).join('') || 'proof'}.${endings[medium]}`;
}
