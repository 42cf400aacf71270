import { defineSite, type SitePageProps } from '../../core/contract/site.ts';
import { BookPicture } from './pictures/book-picture.tsx';
import { CurvePicture } from './pictures/curve-picture.tsx';
import { PiecesPicture } from './pictures/pieces-picture.tsx';
import { ServicePage, type ServiceProps } from './service-page.tsx';

/** `keyOf`: where a text of the service lies among the plugin's. */
const page = (service: Omit<ServiceProps, 'own'>, keyOf: (key: string) => string) => ({
  load: async () => ({
    Page: (props: SitePageProps) => <ServicePage {...props} {...service} own={(key) => props.t(keyOf(key))} />,
  }),
});

export const site = defineSite({
  pages: {
    'market-making': page(
      {
        points: ['spread', 'steady', 'cost', 'service'],
        facts: ['levels', 'inventory', 'silence'],
        Picture: BookPicture,
      },
      (key) => `marketMaking.${key}`,
    ),
    'asset-management': page(
      {
        points: ['execution', 'strategies', 'risk', 'custody', 'plan', 'service'],
        facts: ['backtests', 'books', 'rights'],
        Picture: CurvePicture,
      },
      (key) => `assets.${key}`,
    ),
    advisory: page(
      {
        points: ['institutions', 'projects', 'individuals'],
        facts: ['records', 'spreads', 'figures'],
        Picture: PiecesPicture,
      },
      (key) => `advisory.${key}`,
    ),
  },
});
