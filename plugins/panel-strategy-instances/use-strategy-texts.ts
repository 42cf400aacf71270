import { useMemo } from 'react';
import type { ErrorParams } from '../../core/contract/app-error.ts';
import { type IconName, iconNamed, splitKey, useTexts } from '../../core/ui/index.ts';
import { pluginOf } from './details/instance-figures.ts';
import type { Services } from './requires.ts';

export interface StrategyTexts {
  /** Name of a strategy; its key while it is not among the user's. */
  title(strategy: string): string;
  /** That of its manifest; of one that is not among the user's, what all strategies have. */
  icon(strategy: string): IconName;
  /** A text by its full key, such as `strategy-shock-grid.params.levels`. */
  text(key: string): string;
  /** What a strategy says of itself. */
  note(strategy: string, key: string, params: ErrorParams): string;
}

/** Texts of the user's strategies; suspends while they are loaded. */
export function useStrategyTexts({ strategies }: Pick<Services, 'strategies'>): StrategyTexts {
  const { templates } = strategies;
  const textsOf = useTexts([...new Set(templates.map(({ plugin }) => plugin))]);
  return useMemo(() => {
    const text = (key: string): string => {
      const split = splitKey(key);
      return textsOf(split.namespace)(split.key);
    };
    const templateOf = (strategy: string) => templates.find((one) => one.strategy === strategy);
    return {
      text,
      title: (strategy) => {
        const template = templateOf(strategy);
        return template === undefined ? strategy : text(template.title);
      },
      icon: (strategy) => iconNamed(templateOf(strategy)?.icon ?? 'robot'),
      note: (strategy, key, params) => textsOf(pluginOf(strategy))(key, params),
    };
  }, [textsOf, templates]);
}
