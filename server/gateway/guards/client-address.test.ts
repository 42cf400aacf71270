import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addressReader, isAtThisMachine, isOwnHost } from './client-address.ts';

const request = (remoteAddress: string, forwardedFor?: string) => ({
  headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  socket: { remoteAddress } as Socket,
});

describe('the address of a client', () => {
  it("is its peer's, whatever it claims, when no proxy is trusted", () => {
    const addressOf = addressReader([]);
    expect(addressOf(request('10.0.0.9'))).toBe('10.0.0.9');
    expect(addressOf(request('10.0.0.9', '1.2.3.4'))).toBe('10.0.0.9');
    expect(addressOf(request('::ffff:10.0.0.9'))).toBe('10.0.0.9');
  });

  it.each([
    ['the one that the proxy saw', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['not what the client wrote before it', '127.0.0.1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['behind two proxies the one before both', '127.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['an IPv6 address', '::ffff:127.0.0.1', '2001:DB8::1', '2001:db8::1'],
    ["the proxy's own without a header", '127.0.0.1', undefined, '127.0.0.1'],
    ["the proxy's own when the header holds no address", '127.0.0.1', '203.0.113.7, unknown', '127.0.0.1'],
    ["a stranger's own, who only pretends to be a proxy", '203.0.113.9', '127.0.0.1', '203.0.113.9'],
  ])('is %s', (_what, remote, forwarded, address) => {
    expect(addressReader(['127.0.0.1', '10.0.0.2'])(request(remote, forwarded))).toBe(address);
  });
});

it.each([
  ['localhost:8080', true],
  ['127.0.0.1', true],
  ['[::1]:8080', true],
  ['192.168.0.7:8080', true],
  ['evil.example:8080', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['a b', false],
  [undefined, false],
])('knows whether the host %s can be the name of a foreign page', (host, own) => {
  expect(isOwnHost(host)).toBe(own);
});

it.each([
  ['a browser at the server', '127.0.0.1', { host: 'localhost:8080' }, true],
  ['one that came by IPv6', '::1', { host: '[::1]:8080' }, true],
  ['one on a socket for both', '::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
  ['one from elsewhere', '203.0.113.9', { host: '203.0.113.1' }, false],
  ['one whom a proxy forwards', '127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, false],
  ['one who comes by a proxy that says nothing but that', '127.0.0.1', { host: 'localhost', via: '1.1 proxy' }, false],
  ['the page of a stranger whose name leads here', '127.0.0.1', { host: 'evil.example' }, false],
])('knows whether %s sits at this machine', (_who, remoteAddress, headers, sits) => {
  expect(isAtThisMachine({ socket: { remoteAddress }, headers } as never)).toBe(sits);
});
