import { expect, it } from 'vitest';
import { originCheck, pageOriginReader } from './socket-origin.ts';

it.each([
  ['the own page', 'http://127.0.0.1:8080', '127.0.0.1:8080', true],
  ['the own page behind a proxy that ends TLS', 'https://trade.example', 'trade.example', true],
  ['a listed page', 'https://desk.example', '127.0.0.1:8080', true],
  ['a page of another site', 'https://evil.example', 'trade.example', false],
  ['another port of the same name', 'http://127.0.0.1:9999', '127.0.0.1:8080', false],
  ['a page below the own name', 'https://evil.trade.example', 'trade.example', false],
  ['a page without an origin of its own', 'null', 'trade.example', false],
  ['a header that is no origin', 'trade.example', 'trade.example', false],
  ['no page at all', undefined, 'trade.example', true],
  ['a page of a client that names no host', 'http://127.0.0.1:8080', undefined, false],
])('%s', (_, origin, host, may) => {
  expect(originCheck(['https://desk.example'])(origin, host)).toBe(may);
});

it.each([
  ['a listed page', 'https://desk.example', '127.0.0.1:8080', { page: 'https://desk.example', site: 'https://desk.example' }],
  ['this machine', 'http://[::1]:8080', '[::1]:8080', { page: 'http://[::1]:8080', site: 'http://[::1]:8080' }],
  ['a host that the request alone names', 'https://evil.example', 'evil.example', { page: 'https://evil.example' }],
  ['a page of another site', 'https://evil.example', '127.0.0.1:8080', {}],
  ['no page at all', undefined, '127.0.0.1:8080', {}],
])('letters lead to %s only where it is no mere word', (_, origin, host, told) => {
  expect(pageOriginReader(['https://desk.example'])(origin, host)).toEqual(told);
});
