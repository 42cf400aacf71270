import { listed } from '../../domain/joined-text.ts';
import { useLanguage } from './use-text.ts';

/** Names in a row, which nobody translates; what does not fit is told on hovering. */
export function ListedText({ of, title = of }: { readonly of: readonly string[]; readonly title?: readonly (string | number)[] }) {
  const language = useLanguage();
  return (
    <span title={listed(title, language)} translate="no">
      {listed(of, language)}
    </span>
  );
}
