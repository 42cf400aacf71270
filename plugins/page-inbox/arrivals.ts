import type { Commands, Notices, Stream } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { itemsOf } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { LetterKind } from '../../core/domain/forms/letter.ts';

const told = toldIn('page-inbox');

interface ArrivalServices {
  readonly stream: Pick<Stream, 'subscribe'>;
  readonly notices: Pick<Notices, 'show'>;
  readonly commands: Pick<Commands, 'run'>;
}

/** How many letters have come in since the server started, and the last of them. */
interface Arrivals {
  readonly arrived: number;
  readonly kind: LetterKind | null;
}

/** Tells an administrator of a letter wherever he is; who wrote it stands in the inbox alone. A line that was lost meanwhile loses no letter. */
export function tellArrivals({ stream, notices, commands }: ArrivalServices): Disposer {
  let known: number | null = null;
  return stream.subscribe('inbox', (message) => {
    for (const { arrived, kind } of itemsOf<Arrivals>(message)) {
      if (known !== null && arrived > known && kind !== null) {
        const action = { label: told('arrived.open'), run: () => void commands.run('page./admin/inbox') };
        notices.show('info', told(`arrived.${kind}`), { action });
      }
      known = arrived;
    }
  });
}
