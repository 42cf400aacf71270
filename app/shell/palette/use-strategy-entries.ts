import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { STRATEGIES } from '../../../core/contract/strategies.ts';
import { useStartAccess } from '../../../core/ui/strategy/use-start-access.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { type PaletteEntry, strategyEntries } from './palette-entries.ts';

/** A line for each strategy that the user has, which leads to its form; none until strategies and their texts are here. To be called in an observer. */
export function useStrategyEntries(): readonly PaletteEntry[] {
  const { kernel, services } = useWorkbench();
  const { layout, texts } = services;
  const navigate = useNavigate();
  const isOffered = useStartAccess().outcome !== 'absent';
  const strategies = isOffered ? kernel.kernel.service(STRATEGIES) : null;
  const templates = strategies?.templates ?? [];
  const plugins = [...new Set(templates.map(({ plugin }) => plugin))].join();
  const [named, setNamed] = useState('');
  useEffect(() => {
    let isClosed = false;
    void texts.load(plugins.split(',').filter(Boolean)).then(() => isClosed || setNamed(plugins));
    return () => {
      isClosed = true;
    };
  }, [texts, plugins]);
  if (named !== plugins) return [];
  return strategyEntries(templates, texts, (strategy) => {
    if (window.location.pathname !== layout.path) void navigate(layout.path);
    strategies?.prepare({ strategy, params: {} });
  });
}
