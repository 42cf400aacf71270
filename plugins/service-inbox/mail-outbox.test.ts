import { expect, it } from 'vitest';
import type { HouseMail } from '../../core/contract/mail.ts';
import { mailing, type QueuedMail } from './mail-outbox.ts';

/** An outbox with some letters, at a mail server that a test switches off and on. */
function outboxOf(...letterIds: string[]) {
  let nowMs = 0;
  const queue = letterIds.map((letterId): QueuedMail => ({ letterId, kind: 'contact', receivedMs: 0 }));
  const sent: HouseMail[] = [];
  const world = { isDown: false, tries: 0, link: null as string | null };
  const job = mailing({
    mail: {
      isOn: true,
      linkTo: (path) => (world.link === null ? null : world.link + path),
      send: async (mail) => {
        world.tries += 1;
        if (world.isDown) throw new Error('the mail server did not take a mail: ESOCKET');
        sent.push(mail);
      },
    },
    table: {
      queued: async (limit) => queue.slice(0, limit),
      sent: async (letterId) => void queue.splice(0, queue.length, ...queue.filter((one) => one.letterId !== letterId)),
    },
    clock: { elapsedMs: () => nowMs },
    logger: { warn: () => undefined, info: () => undefined },
  });
  const runAfter = async (ms: number): Promise<void> => {
    nowMs += ms;
    await job.run(new AbortController().signal);
  };
  return { queue, sent, world, runAfter };
}

it('sends a mail for each letter once, which says where it is and not who wrote it', async () => {
  const { sent, world, queue, runAfter } = outboxOf('one', 'two');
  world.link = 'https://trade.example';
  await runAfter(0);
  await runAfter(5_000);
  expect(sent.map(({ id }) => id)).toEqual(['one', 'two']);
  expect(sent[0]).toEqual({
    id: 'one',
    subject: 'Tessera: the contact form',
    text: 'Somebody has sent the contact form, at 1970-01-01T00:00:00.000Z.\n\nhttps://trade.example/admin/inbox?letter=one\n',
  });
  expect(queue).toEqual([]);
});

it('loses nothing while the mail server is down, asks it less and less, and goes on when it is back', async () => {
  const { sent, world, queue, runAfter } = outboxOf('one', 'two');
  world.isDown = true;
  for (let run = 0; run < 120; run++) await runAfter(5_000);
  // After 0, 30, 90, 210 and 450 seconds.
  expect([world.tries, queue.length]).toEqual([5, 2]);
  world.isDown = false;
  await runAfter(3_600_000);
  expect(sent.map(({ id }) => id)).toEqual(['one', 'two']);
  world.isDown = true;
  queue.push({ letterId: 'three', kind: 'career', receivedMs: 0 });
  await runAfter(5_000);
  world.isDown = false;
  await runAfter(30_000);
  expect(sent.at(-1)?.subject).toBe('Tessera: an application');
});
