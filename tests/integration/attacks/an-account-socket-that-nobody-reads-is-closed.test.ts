import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { Trading } from '../../../core/contract/trading.ts';
import { AccountSocket } from '../../../server/gateway/sockets/account-socket.ts';
import type { UserSession } from '../../../server/session/session-registry.ts';
import { silent } from '../../../server/trading/trading-fixture.ts';

it('stops answering a client that asks and never reads, before the answers fill the memory', () => {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  const socket = {
    bufferedAmount: 0,
    send(text: string) {
      if (!ended) this.bufferedAmount += text.length;
    },
    close: end,
    terminate: end,
  };
  const balance = { exchange: 'tessera', apiId: 1, accountType: 'spot', asset: 'USDT', total: '100000', held: '0' } as const;
  const balances = Array.from({ length: 8 }, () => balance);
  const session = { principal: { userId: 'ann' } } as unknown as UserSession;
  const account = new AccountSocket(socket as unknown as WebSocket, session, {
    accounts: { may: () => null },
    looks: { seenBehind: () => undefined },
    trading: { balances: () => balances } as unknown as Trading,
    logger: silent,
    refused: () => undefined,
  });
  // Ten minutes at the allowed hundred frames a second.
  for (let i = 0; i < 60_000; i++) account.received(JSON.stringify({ req_id: i, req_type: 'apiBalance', api_id: 1 }));
  expect(socket.bufferedAmount).toBeLessThan(4 * 1024 * 1024);
});
