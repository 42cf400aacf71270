import { isWhole, type VenueFinding } from './venue-finding.ts';

/** What an operator reads of a venue, a line each. */
export function findingLines(finding: VenueFinding): readonly string[] {
  const { exchange, end, noted, stored, snapshotsAhead, unknown, missing } = finding;
  const head = `${exchange}: the journal ends with command ${end.sequence}${end.timeMs === 0 ? '' : `, ${new Date(end.timeMs).toISOString()}`}`;
  if (isWhole(finding)) return [`${head}; database and journal agree`];
  const lines = [head];
  const say = (condition: boolean, text: string): void => void (condition && lines.push(`  ${text}`));
  const furthest = Math.max(stored.orders, stored.candles);
  say(
    furthest > end.sequence,
    `the database has stored command ${furthest}: ${furthest - end.sequence} commands are missing in the journal`,
  );
  say(noted !== null, `command ${noted} was durable; what came after it cannot be known`);
  say(snapshotsAhead.length > 0, `snapshots of commands ${snapshotsAhead.join(', ')} are ahead of the journal`);
  say(unknown.length > 0, `the journal knows accounts that the database lacks: ${unknown.join(', ')}`);
  say(missing.length > 0, `the database has money of accounts that the journal lacks: ${missing.join(', ')}`);
  for (const text of lossLines(finding)) lines.push(`  ${text}`);
  return lines;
}

function lossLines({ lost, unknown, missing }: VenueFinding): readonly string[] {
  const orders = new Set(lost.events.map(({ orderId }) => orderId)).size;
  const entries = new Set(lost.postings.map(({ entryId }) => entryId)).size;
  const lines: string[] = [];
  if (orders > 0) lines.push(`would be given up: ${lost.events.length} changes of ${orders} orders that were acknowledged`);
  if (entries > 0) lines.push(`would be given up: ${entries} postings of money (fills, fees, deposits)`);
  if (missing.length > 0) lines.push('would be given up: everything that these accounts own here');
  if (unknown.length > 0) lines.push('they would belong to the user "recovered", whom nobody can sign in as');
  return lines;
}
