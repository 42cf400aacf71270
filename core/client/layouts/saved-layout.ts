import type { LayoutListView, LayoutSummaryView, LayoutView, SharedLayoutView } from '../../../schemas/wire/layout.ts';
import type { HouseOf, OwnWord } from '../../contract/house-words.ts';

/** What the server has of layouts, in the words of the house. */
export type LayoutSummary = HouseOf<LayoutSummaryView, OwnWord>;
export type SavedLayout = HouseOf<LayoutView, OwnWord>;
export type SharedLayout = HouseOf<SharedLayoutView, OwnWord>;
export type LayoutList = HouseOf<LayoutListView, OwnWord>;
