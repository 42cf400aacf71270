import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiClient } from '../../core/client/api-client.ts';
import type { Timers } from '../../core/client/timers.ts';
import type { AppError } from '../../core/contract/app-error.ts';

/** Another picture is asked for when the shown one has less left than this. */
const leastLeftMs = 30_000;
/** Often enough for a second try; looking at the clock, and not waiting, sees through the sleep of a laptop. */
const lookEveryMs = 10_000;

interface Captcha {
  /** Null until the first has come. */
  readonly id: string | null;
  readonly answer: string;
  readonly setAnswer: (answer: string) => void;
  /** Shows another picture and drops the answer to the former. Gives what went wrong. */
  readonly renew: () => Promise<AppError | null>;
}

/** A captcha that is never too old to be answered: it gives way to another before the server forgets it. */
export function useCaptcha(api: Pick<ApiClient, 'call'>, timers: Timers): Captcha {
  const [id, setId] = useState<string | null>(null);
  const [answer, setAnswer] = useState('');
  const expiresMs = useRef(Number.POSITIVE_INFINITY);
  const isRenewing = useRef(false);

  const renew = useCallback(async (): Promise<AppError | null> => {
    const askedMs = timers.nowMs();
    const reply = await api.call('captchaGenerate', {});
    if (!reply.ok) return reply.error;
    expiresMs.current = askedMs + reply.value.lifetime_ms;
    setAnswer('');
    setId(reply.value.captcha_id);
    return null;
  }, [api, timers]);

  useEffect(
    () =>
      timers.every(lookEveryMs, () => {
        if (isRenewing.current || timers.nowMs() < expiresMs.current - leastLeftMs) return;
        isRenewing.current = true;
        void renew().finally(() => {
          isRenewing.current = false;
        });
      }),
    [timers, renew],
  );

  return { id, answer, setAnswer, renew };
}
