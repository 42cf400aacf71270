import type { LayoutListView, LayoutSummaryView, LayoutView, SharedLayoutView } from '../../../schemas/wire/layout.ts';
import type { HouseOf } from '../../contract/house-words.ts';

/** What the server has of layouts, in the words of the house. */
export type LayoutSummary = HouseOf<LayoutSummaryView, 'id'>;
export type SavedLayout = HouseOf<LayoutView, 'id'>;
export type SharedLayout = HouseOf<SharedLayoutView, 'id'>;
export type LayoutList = HouseOf<LayoutListView, 'id'>;
