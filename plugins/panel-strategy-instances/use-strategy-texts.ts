import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorParams } from '../../core/contract/app-error.ts';
import { splitKey } from '../../core/ui/index.ts';
import { pluginOf } from './instance-figures.ts';
import type { Services } from './requires.ts';

export interface StrategyTexts {
  /** Name of a strategy; its key while it is not among the user's. */
  title(strategy: string): string;
  /** A text by its full key, such as `strategy-shock-grid.params.levels`. */
  text(key: string): string;
  /** What a strategy says of itself. */
  note(strategy: string, key: string, params: ErrorParams): string;
}

/** Texts of the user's strategies; suspends while they are loaded. */
export function useStrategyTexts({ strategies }: Pick<Services, 'strategies'>): StrategyTexts {
  const { templates } = strategies;
  const plugins = [...new Set(templates.map(({ plugin }) => plugin))].sort();
  const { i18n } = useTranslation(['panel-strategy-instances', ...plugins]);
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another text
  return useMemo(() => {
    const text = (key: string): string => {
      const split = splitKey(key);
      return i18n.t(split.key, { ns: split.namespace });
    };
    return {
      text,
      title: (strategy) => {
        const template = templates.find((one) => one.strategy === strategy);
        return template === undefined ? strategy : text(template.title);
      },
      note: (strategy, key, params) => i18n.t(key, { ns: pluginOf(strategy), ...params }),
    };
  }, [i18n, language, templates]);
}
