import { Button } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../contract/app-error.ts';
import { formatDecimal } from '../../domain/numbers/number-text.ts';
import { saveFile } from '../save-file.ts';
import { useText } from '../text/use-text.ts';

export interface ExportButtonProps {
  /** Fetches the whole table; null when it was called off. */
  readonly download: (options: { readonly signal: AbortSignal; readonly onRows: (rows: number) => void }) => Promise<Outcome<Blob> | null>;
  /** Without its ending. */
  readonly fileName: string;
  readonly onFailure: (outcome: Extract<Outcome<Blob>, { ok: false }>) => void;
}

/** Saves what a list shows as CSV. While the rows come it tells how many, and a click calls it off. */
export function ExportButton({ download, fileName, onFailure }: ExportButtonProps) {
  const t = useText('ui');
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setRows(0);
    const outcome = await download({ signal: abort.signal, onRows: setRows });
    running.current = null;
    setRows(null);
    if (outcome?.ok === true) saveFile(outcome.value, `${fileName}.csv`);
    else if (outcome !== null) onFailure(outcome);
  };
  if (rows === null) {
    return (
      <Button size="small" appearance="subtle" onClick={() => void start()}>
        {t('export.start')}
      </Button>
    );
  }
  return (
    <Button size="small" appearance="subtle" aria-label={t('export.cancel')} onClick={() => running.current?.abort()}>
      {t('export.running', { rows: formatDecimal(String(rows)) })}
    </Button>
  );
}
