import { accepted, refused } from '../../core/contract/app-error.ts';
import type { HouseMoney } from '../../core/contract/money.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import type { Clock, Ids } from '../../core/contract/server-services.ts';
import type { AddressView, moneyRoutes } from '../../schemas/wire/money.ts';
import { type AddressBook, type BookAddress, mostAddresses } from './address-book.ts';
import { ownMovementView } from './server/money-views.ts';

interface WithdrawalParts {
  readonly money: HouseMoney;
  readonly book: AddressBook;
  readonly ids: Ids;
  readonly clock: Pick<Clock, 'nowMs'>;
}

type WithdrawalRoutes = Pick<
  RouteHandlers<typeof moneyRoutes>,
  'withdrawalList' | 'withdrawalAsk' | 'withdrawalTakeBack' | 'addressList' | 'addressAdd' | 'addressRemove'
>;

const usualPage = 50;

/** How owners ask for their money, and where it shall go. */
export function withdrawalCalls({ money, book, ids, clock }: WithdrawalParts): WithdrawalRoutes {
  return {
    withdrawalList: async (request) => {
      const { after, limit = usualPage } = request.query;
      const before = after === undefined ? undefined : Number(after);
      const { movements, next } = await money.find({ userId: userOf(request) }, { before, limit });
      return accepted({ results: movements.map(ownMovementView), next: next === null ? null : String(next) });
    },
    withdrawalAsk: async (request) => {
      const { movement_id, api_id, account_type, address_id, amount } = request.body;
      const to = (await book.of(userOf(request))).find(({ addressId }) => addressId === address_id);
      if (to === undefined) return refused('MONEY_ADDRESS_UNKNOWN');
      const { label, network, address, asset } = to;
      const terms = {
        ...({ movementId: movement_id, kind: 'withdrawal', apiId: api_id, accountType: account_type, asset, amount } as const),
        // Where it goes is a part of what was asked for: the same id with another address is another withdrawal.
        ...{ reason: `${network} ${address}`, proof: '', file: null, destination: { label, network, address } },
      };
      const asked = await money.ask(request.principal, terms, 'owner');
      return asked.ok ? accepted(ownMovementView(asked.value)) : asked;
    },
    withdrawalTakeBack: async ({ principal, body }) => {
      const back = await money.takeBack(principal, body.movement_id);
      return back.ok ? accepted(ownMovementView(back.value)) : back;
    },
    addressList: async (request) => accepted((await book.of(userOf(request))).map(addressView)),
    addressAdd: async (request) => {
      const added = { addressId: ids.next(), ...request.body };
      const hasRoom = await book.add(userOf(request), added, clock.nowMs());
      return hasRoom ? accepted(addressView(added)) : refused('MONEY_ADDRESS_TOO_MANY', { limit: mostAddresses });
    },
    addressRemove: async (request) => {
      await book.remove(userOf(request), request.body.address_id);
      return accepted(null);
    },
  };
}

const addressView = ({ addressId, ...rest }: BookAddress): AddressView => ({ address_id: addressId, ...rest });
