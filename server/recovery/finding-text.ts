import { isWhole, type VenueFinding } from './venue-finding.ts';

/** What an operator reads of how journal and database of a venue agree, a line each. */
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
  return lines;
}

/** What is given up by taking the journal for the truth, a line each: before it is accepted, or after. */
export function lossLines({ lost, unknown, missing }: VenueFinding, isAccepted: boolean): readonly string[] {
  const givenUp = isAccepted ? '  given up' : '  would be given up';
  const orders = new Set(lost.events.map(({ orderId }) => orderId)).size;
  const entries = new Set(lost.postings.map(({ entryId }) => entryId)).size;
  const lines: string[] = [];
  if (orders > 0) lines.push(`${givenUp}: ${lost.events.length} changes of ${orders} orders that were acknowledged`);
  if (entries > 0) lines.push(`${givenUp}: ${entries} postings of money (fills, fees, deposits)`);
  if (missing.length > 0) lines.push(`${givenUp}: everything that these accounts ${isAccepted ? 'owned' : 'own'} here`);
  if (unknown.length > 0)
    lines.push(`  they ${isAccepted ? 'belong' : 'would belong'} to the user "recovered", whom nobody can sign in as`);
  return lines;
}
