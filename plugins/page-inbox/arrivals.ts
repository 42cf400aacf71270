import type { Commands, Notices, Stream, Texts } from '../../core/contract/client-services.ts';
import { itemsOf } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { LetterKind } from '../../core/domain/forms/letter.ts';

interface ArrivalServices {
  readonly stream: Pick<Stream, 'subscribe'>;
  readonly notices: Pick<Notices, 'show'>;
  readonly texts: Pick<Texts, 't'>;
  readonly commands: Pick<Commands, 'run'>;
}

/** Tells an administrator of a letter wherever he is; who wrote it stands in the inbox alone. */
export const tellArrivals = ({ stream, notices, texts, commands }: ArrivalServices): Disposer =>
  stream.subscribe('inbox', (message) => {
    for (const { arrived } of itemsOf<{ readonly arrived?: LetterKind }>(message)) {
      if (arrived === undefined) continue;
      const action = { label: texts.t('page-inbox', 'arrived.open'), run: () => void commands.run('page./admin/inbox') };
      notices.show('info', texts.t('page-inbox', `arrived.${arrived}`), { action });
    }
  });
