import { type Static, Type } from '@sinclair/typebox';
import type { WebSocket } from 'ws';
import { AppError } from '../../../core/contract/app-error.ts';
import type { Logger } from '../../../core/contract/server-services.ts';
import type { Trading } from '../../../core/contract/trading.ts';
import { ApiId } from '../../../schemas/common.ts';
import type { UserSession } from '../../session/session-registry.ts';
import { errorSentence } from '../error-sentence.ts';
import { compiledOnce } from '../guards/request-check.ts';
import type { AccountDirectory } from '../ports.ts';
import type { AccountLooks } from '../views/account-looks.ts';
import { balanceView } from '../views/wire-mapping.ts';
import { parseFrame } from './client-socket.ts';
import { closeCodes } from './close-codes.ts';

const RequestId = Type.Union([Type.String({ maxLength: 64 }), Type.Integer()]);
/** What every request of the account-state socket has; `req_type` names the rest. */
const AccountRequest = Type.Object({ req_id: RequestId, req_type: Type.String({ maxLength: 64 }), api_id: Type.Optional(ApiId) });
type AccountRequest = Static<typeof AccountRequest>;

const requestCheck = compiledOnce<AccountRequest>(AccountRequest);

/** A client that asks and does not read is cut off there. */
const mostUnsentBytes = 1024 * 1024;

export interface AccountSocketParts {
  readonly accounts: Pick<AccountDirectory, 'may'>;
  readonly looks: Pick<AccountLooks, 'seenBehind'>;
  readonly trading: Trading;
  readonly logger: Logger;
  /** Told of what was asked for and refused. */
  readonly refused: (error: AppError, request: string) => void;
}

/** Answers to the account-state socket: `{req_id, req_type, code, data, msg}`. */
export class AccountSocket {
  readonly #socket: WebSocket;
  readonly #session: UserSession;
  readonly #parts: AccountSocketParts;

  constructor(socket: WebSocket, session: UserSession, parts: AccountSocketParts) {
    this.#socket = socket;
    this.#session = session;
    this.#parts = parts;
  }

  received(text: string): void {
    if (this.#socket.bufferedAmount > mostUnsentBytes) {
      this.#socket.terminate();
      return;
    }
    const frame = parseFrame(this.#socket, text);
    if (frame === undefined) return;
    if (!requestCheck()(frame)) {
      this.#socket.close(closeCodes.invalidPayload, 'no such request');
      return;
    }
    const data = this.#dataFor(frame);
    const { req_id, req_type } = frame;
    if (data instanceof AppError) this.#parts.refused(data, req_type);
    const reply =
      data instanceof AppError
        ? { req_id, req_type, code: data.number, data: null, msg: errorSentence(data), params: data.params }
        : { req_id, req_type, code: 200, data, msg: 'ok' };
    this.#socket.send(JSON.stringify(reply));
  }

  #dataFor(request: AccountRequest): unknown {
    if (request.req_type === 'apiBalance') return this.#balances(request.api_id);
    if (request.req_type === 'apiPositionSetting') return new AppError('POSITION_SETTING_NOT_OFFERED');
    // One socket can send hundreds of them: no line of the usual log for each.
    this.#parts.logger.debug({ reqType: request.req_type.slice(0, 64) }, 'request type error on the account-state socket');
    return new AppError('REQUEST_INVALID', { field: 'req_type', rule: 'must be one of apiBalance, apiPositionSetting' });
  }

  #balances(apiId: number | undefined): unknown {
    if (apiId === undefined) return new AppError('REQUEST_INVALID', { field: 'api_id', rule: 'is required' });
    const barred = this.#parts.accounts.may(this.#session.principal, apiId, 'see');
    if (barred !== null) return barred;
    this.#parts.looks.seenBehind(this.#session.principal, [apiId]);
    return this.#parts.trading.balances([apiId]).map(balanceView);
  }
}
