import { AppError } from '../../../core/contract/app-error.ts';
import { isSayable } from '../../../core/contract/error-texts.ts';
import { useText } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import type { ClosedLine } from './closing-store.ts';

interface LeftTextProps extends Pick<ClosedLine, 'left' | 'cause'> {
  readonly services: Services;
}

const causes = ['EXPIRED_NO_LIQUIDITY', 'EXPIRED_PRICE_BAND', 'EXPIRED_SELF_TRADE', 'EXPIRED_IOC'];

/** Why something stays: a refusal, or how its order ended. */
export function LeftText({ left, cause, services }: LeftTextProps) {
  const t = useText('page-risk');
  if (left !== null) return isSayable(left.code, left.params) ? services.texts.errorText(new AppError(left.code, left.params)) : left.code;
  return causes.includes(cause) ? t(`close.cause.${cause}`) : cause;
}
