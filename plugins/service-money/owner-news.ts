import type { Messages, UserMessage } from '../../core/contract/messages.ts';
import type { HouseMoney, Movement } from '../../core/contract/money.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Language } from '../../core/domain/language.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import { KeyedTurns } from '../../core/domain/turns.ts';
import { texts } from './server/texts.ts';

interface OwnerNewsParts {
  readonly money: Pick<HouseMoney, 'find' | 'exchangeTitle'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'error'>;
}

const toldStates = ['APPROVED', 'DONE', 'REFUSED', 'FAILED'] as const;
type ToldState = (typeof toldStates)[number];
/** Twice as far back as the job that looks for what nobody was told comes. */
const missedMs = 2 * 60 * 60_000;
const mostMissed = 200;

/** Tells owners what has become of money that comes into their accounts or leaves them: once of each movement and state. */
export class OwnerNews {
  readonly #parts: OwnerNewsParts;
  /** Of one movement in the order in which it went. */
  readonly #turns = new KeyedTurns();

  constructor(parts: OwnerNewsParts) {
    this.#parts = parts;
  }

  /** A movement stands, whether its owner hears of it or not. */
  async tell(movement: Movement): Promise<void> {
    const { messages, logger } = this.#parts;
    const message = this.#worded(movement);
    if (message === null) return;
    try {
      await this.#turns.take(movement.movementId, () => messages.send(message));
    } catch (error) {
      logger.error({ err: error, movementId: movement.movementId }, 'an owner was not told what has become of his money');
    }
  }

  /** What came to its end just before a stop; what was told already is not told again. */
  async tellMissed(): Promise<void> {
    const since = this.#parts.clock.nowMs() - missedMs;
    const { movements } = await this.#parts.money.find({ states: toldStates }, { limit: mostMissed });
    for (const one of movements.toReversed()) if (Math.max(one.askedMs, one.decidedMs ?? 0, one.doneMs ?? 0) >= since) await this.tell(one);
  }

  /** Null of what its owner knows: that he has asked, or taken back; and of rebates and what needed nobody's word, until it is there. */
  #worded(movement: Movement): UserMessage | null {
    const { movementId, userId, state, kind, asset, account, decisionReason } = movement;
    if (kind === 'rebate' || !isTold(state) || (state === 'APPROVED' && movement.decidedMs === null)) return null;
    const exchange = this.#parts.money.exchangeTitle(movement.exchange);
    const amount = formatDecimal(kind === 'withdrawal' ? movement.amount.replace('-', '') : movement.amount);
    const isShort = movement.failure === 'TRANSFER_INSUFFICIENT';
    return {
      ...{ userId, kind: 'system', about: 'money', timeMs: this.#parts.clock.nowMs(), refersTo: `movement ${movementId} ${state}` },
      title: (language: Language) => fillText(texts[language][`movement.${state}.title`], { kind: texts[language][`movement.${kind}`] }),
      body: (language: Language) => {
        const said = texts[language];
        const what = fillText(said['movement.what'], { kind: said[`movement.${kind}`], amount, asset, account, exchange });
        return fillText(isShort ? said['movement.FAILED.short'] : said[`movement.${state}.body`], { what, reason: decisionReason ?? '' });
      },
    };
  }
}

const isTold = (state: Movement['state']): state is ToldState => toldStates.some((one) => one === state);
