import type { ListedMessage } from '../../../core/client/message-list.ts';
import { TimeText } from '../../../core/ui/text/number-text.tsx';
import { Modal } from '../modal.tsx';
import styles from './notice-centre.module.css';
import { PinnedMark } from './pinned-mark.tsx';

interface AnnouncementDialogProps {
  readonly announcement: ListedMessage;
  readonly onClose: () => void;
}

/** An announcement in full, as it was sent. */
export function AnnouncementDialog({ announcement: { text, detail, timeMs, isPinned }, onClose }: AnnouncementDialogProps) {
  return (
    <Modal label={text} title={text} size="narrow" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keys. */}
      <div className={styles.full} tabIndex={0}>
        <p className={styles.time}>
          {isPinned && <PinnedMark />}
          <TimeText timeMs={timeMs} />
        </p>
        {detail}
      </div>
    </Modal>
  );
}
