import { useEffect, useState } from 'react';
import type { Stream } from '../../contract/client-services.ts';
import { itemsOf } from '../../contract/stream-items.ts';
import type { ApiId } from '../../contract/trading.ts';

/** What a topic of accounts tells of each of them; `of` stands outside of components. */
export function useByAccount<I extends { readonly apiId: ApiId }, T>(
  stream: Pick<Stream, 'subscribe'>,
  topic: string,
  of: (item: I) => T,
): ReadonlyMap<ApiId, T> {
  const [byAccount, setByAccount] = useState<ReadonlyMap<ApiId, T>>(new Map());
  useEffect(
    () =>
      stream.subscribe(topic, (message) => {
        const told = itemsOf<I>(message).map((item) => [item.apiId, of(item)] as const);
        setByAccount((before) => new Map([...(message.k === 's' ? [] : before), ...told]));
      }) as () => void,
    [stream, topic, of],
  );
  return byAccount;
}
