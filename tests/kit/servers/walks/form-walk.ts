import { expect } from 'vitest';
import { httpBase, type RouteName, routes } from '../../../../schemas/wire/index.ts';
import { type HttpClient, solved } from '../http-client.ts';
import type { TestServer } from '../test-server.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const filledContact = {
  ...{ firstName: 'Ann', lastName: 'Lee', email: 'ann@fund.example', telegram: '@ann', company: 'Fund', country: 'Singapore' },
  ...{ interest: 'market maker', business: 'hedge fund', assetRange: '<1M' },
};

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

/** Forms that guests send, and what an administrator does with them. */
export async function walkForms(walk: CallWalk, server: TestServer, admin: HttpClient): Promise<void> {
  const guest = server.guest();
  await walk.differs(ask(guest, 'formCaptcha'), ask(guest, 'formCaptcha'));
  await walk.changes(act(admin, 'inboxRetention', { retention_days: 90 }), ask(guest, 'formTerms'));
  const body = { ...filledContact, company: 'Walk' };
  await guest.call('contactSend', { query: await solved(await guest.call('formCaptcha')), body });
  const form = new FormData();
  for (const [field, value] of Object.entries({ job: 'trader', name: 'Stroll', phone: '5555 0101', email: 'bo@mail.example' }))
    form.append(field, value);
  form.append('resume', new Blob(['%PDF-1.7 %%EOF']), 'cv.pdf');
  const query = new URLSearchParams(await solved(await guest.call('formCaptcha')));
  await fetch(`${server.url}${httpBase}${routes.careerSend.path}?${query}`, { method: 'POST', body: form });
  const letters = JSON.stringify(await server.store.tablesOf('service-inbox').run('select fields from service_inbox__letter'));
  expect(letters).toMatch(/Walk.*Stroll|Stroll.*Walk/);
  walk.proven.add('contactSend').add('careerSend');
  const [letter] = (await admin.call('inboxList', { query: { search: 'Stroll' } })).results;
  const one = { letter_id: letter?.letter_id ?? '' };
  const [read, list] = [ask(admin, 'inboxLetter', one), ask(admin, 'inboxList')];
  await walk.changes(act(admin, 'inboxState', { ...one, state: 'answered' }), read, list);
  await walk.changes(act(admin, 'inboxNote', { ...one, body: 'Called' }), read, ask(admin, 'inboxExport'));
  await walk.changes(act(admin, 'inboxDelete', one), list, ask(admin, 'inboxFile', one));
}
