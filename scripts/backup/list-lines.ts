import { endsOf, type WholeBackup } from './catalogue.ts';

const sizeOf = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** What an operator reads of the backups in a place. */
export function listLines(backups: readonly WholeBackup[]): readonly string[] {
  if (backups.length === 0) return ['there is no whole backup'];
  return backups.flatMap((backup) => {
    const { name, manifest, later } = backup;
    const bytes = [manifest, ...later.map((entry) => entry.manifest)]
      .flatMap(({ files }) => files)
      .reduce((sum, file) => sum + file.bytes, 0);
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    const head = `${name}  Tessera ${manifest.product}, ${rows} rows, ${sizeOf(bytes)}, ${manifest.hasKey ? 'with' : 'without'} the master key`;
    const ends = Object.entries(endsOf(backup)).map(
      ([exchange, { last, timeMs }]) => `  ${exchange}: through command ${last}, ${new Date(timeMs).toISOString()}`,
    );
    return [later.length === 0 ? head : `${head}, ${later.length} later journals`, ...ends];
  });
}
