import { expect, it } from 'vitest';
import type { AuthenticationScheme } from '../../core/contract/server-contributions.ts';
import { ContributedSchemes } from './contributed-schemes.ts';

const scheme = (id: string, prefix: string, more: Partial<AuthenticationScheme> = {}): AuthenticationScheme => ({
  ...{ id, prefix, description: '', find: async () => null, isLive: async () => true },
  ...more,
});

it('keeps a way to come in for one plugin alone, by its id as by its prefix', () => {
  const schemes = new ContributedSchemes();
  schemes.of('a').add(scheme('ticket', 'ticket_'));
  expect(() => schemes.of('b').add(scheme('ticket', 'pass_'))).toThrow('way to come in "ticket" is taken by plugin "a"');
  schemes.release('a');
  schemes.of('b').add(scheme('ticket', 'pass_'));
  expect(schemes.takes('pass_1')).toBe(true);
});

it.each(['session', 'apiKey'])('leaves "%s" to the house', (id) => {
  expect(() => new ContributedSchemes().of('a').add(scheme(id, 'ticket_'))).toThrow("is the product's own");
});

it('takes no id that the name of a credential could be cut in', () => {
  expect(() => new ContributedSchemes().of('a').add(scheme('day ticket', 'ticket_'))).toThrow('has to be');
});
