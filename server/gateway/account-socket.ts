import { type Static, Type } from '@sinclair/typebox';
import type { Ajv, ValidateFunction } from 'ajv';
import type { WebSocket } from 'ws';
import { AppError } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import type { Trading } from '../../core/contract/trading.ts';
import { AccountTypeName, ApiId, ExchangeId, SymbolName } from '../../schemas/common.ts';
import type { Session } from '../session/session-registry.ts';
import { parseFrame } from './client-socket.ts';
import { closeCodes } from './close-codes.ts';
import type { AccountDirectory } from './ports.ts';
import { balanceView } from './wire-mapping.ts';

const RequestId = Type.Union([Type.String({ maxLength: 64 }), Type.Integer()]);
/** What every request of the account-state socket has; `req_type` names the rest (SPEC §7). */
const AccountRequest = Type.Object({ req_id: RequestId, req_type: Type.String({ maxLength: 64 }), api_id: Type.Optional(ApiId) });
type AccountRequest = Static<typeof AccountRequest>;
const SettingRequest = Type.Object({ api_id: ApiId, exchange: ExchangeId, account_type: AccountTypeName, symbol: SymbolName });
type SettingRequest = Static<typeof SettingRequest>;

export interface AccountChecks {
  readonly isRequest: ValidateFunction<AccountRequest>;
  readonly isSettingRequest: ValidateFunction<SettingRequest>;
}
export const createAccountChecks = (ajv: Ajv): AccountChecks => ({
  isRequest: ajv.compile<AccountRequest>(AccountRequest),
  isSettingRequest: ajv.compile<SettingRequest>(SettingRequest),
});

/** A client that asks and does not read is cut off there. */
const mostUnsentBytes = 1024 * 1024;

export interface AccountSocketParts {
  readonly accounts: Pick<AccountDirectory, 'ownedBy'>;
  readonly trading: Trading;
  readonly logger: Logger;
}

/** Answers to the account-state socket: `{req_id, req_type, code, data, msg}`. */
export class AccountSocket {
  readonly #socket: WebSocket;
  readonly #session: Session;
  readonly #parts: AccountSocketParts;
  readonly #checks: AccountChecks;

  constructor(socket: WebSocket, session: Session, parts: AccountSocketParts, checks: AccountChecks) {
    this.#socket = socket;
    this.#session = session;
    this.#parts = parts;
    this.#checks = checks;
  }

  received(text: string): void {
    if (this.#socket.bufferedAmount > mostUnsentBytes) {
      this.#socket.terminate();
      return;
    }
    const frame = parseFrame(this.#socket, text);
    if (frame === undefined) return;
    if (!this.#checks.isRequest(frame)) {
      this.#socket.close(closeCodes.invalidPayload, 'no such request');
      return;
    }
    const data = this.#dataFor(frame);
    const { req_id, req_type } = frame;
    const reply =
      data instanceof AppError
        ? { req_id, req_type, code: data.number, data: null, msg: data.message, params: data.params }
        : { req_id, req_type, code: 200, data, msg: 'ok' };
    this.#socket.send(JSON.stringify(reply));
  }

  #dataFor(request: AccountRequest): unknown {
    if (request.req_type === 'apiBalance') return this.#balances(request.api_id);
    if (request.req_type === 'apiPositionSetting') {
      const setting: unknown = request;
      return this.#checks.isSettingRequest(setting)
        ? this.#positionSetting(setting)
        : new AppError('REQUEST_INVALID', { field: 'symbol', rule: 'is required' });
    }
    this.#parts.logger.warn({ reqType: request.req_type.slice(0, 64) }, 'request type error on the account-state socket');
    return new AppError('REQUEST_INVALID', { field: 'req_type', rule: 'must be one of apiBalance, apiPositionSetting' });
  }

  #balances(apiId: number | undefined): unknown {
    if (apiId === undefined) return new AppError('REQUEST_INVALID', { field: 'api_id', rule: 'is required' });
    if (!this.#owns(apiId)) return new AppError('ACCESS_ACCOUNT', { apiId });
    return this.#parts.trading.balances([apiId]).map(balanceView);
  }

  /** Spot accounts hold no positions: no leverage, one way, cross. */
  #positionSetting({ api_id, exchange, account_type, symbol }: SettingRequest): unknown {
    if (!this.#owns(api_id)) return new AppError('ACCESS_ACCOUNT', { apiId: api_id });
    return { api_id, exchange, account_type, symbol, leverage: '1', margin_mode: 'cross', position_mode: 'one_way' };
  }

  #owns(apiId: number): boolean {
    return this.#parts.accounts.ownedBy(this.#session.principal.userId).some((account) => account.apiId === apiId);
  }
}
