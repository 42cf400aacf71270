export {
  changePercent,
  formatCompact,
  formatDecimal,
  formatDigits,
  formatNumber,
  formatPercent,
  withPlus,
} from '../domain/numbers/number-text.ts';
export { BarCheck } from './buttons/bar-check.tsx';
export { BarToggle } from './buttons/bar-toggle.tsx';
export { ExportButton, type ExportButtonProps } from './buttons/export-button.tsx';
export { IconButton } from './buttons/icon-button.tsx';
export { LockedButton } from './buttons/locked-button.tsx';
export { PlaceOrderButton } from './buttons/place-order-button.tsx';
export { PlainButton } from './buttons/plain-button.tsx';
export { type CanvasFrame, type CanvasHandle, type CanvasPointer, CanvasView, type CanvasViewProps } from './canvas/canvas-view.tsx';
export { DateInput, type DateInputProps } from './date/date-input.tsx';
export { Disclosure, type DisclosureProps } from './disclosure/disclosure.tsx';
export { FilterBar, type FilterBarProps } from './filter/filter-bar.tsx';
export {
  type FilterField,
  type FilterOption,
  type FilterValues,
  filterRange,
  isFiltered,
  readFilterValues,
  withFilter,
} from './filter/filter-values.ts';
export { inRange, startOfDay, type TimeRange } from './filter/time-range.ts';
export { CheckField, ChoiceField, DateField, DateTimeField, TextField, TextInput } from './form/field.tsx';
export { Icon, type IconName, iconNamed } from './icon.tsx';
export { IndexPrice } from './index-price/index-price.tsx';
export { indexDeviation, indexHelp } from './index-price/index-words.ts';
export { referenceOf } from './index-price/reference-of.ts';
export { JsonTree } from './json/json-tree.tsx';
export { ListEmpty } from './list/list-empty.tsx';
export { ListFoot } from './list/list-foot.tsx';
export { NamedTemplates } from './list/named-templates.ts';
export { type ListPage, PagedList } from './list/paged-list.ts';
export { TemplateList } from './list/template-list.tsx';
export { FavouriteStar } from './market/favourite-star.tsx';
export type { FavouritesStore } from './market/favourites-store.ts';
export { InstrumentStrip } from './market/instrument-strip.tsx';
export { LastAndChange } from './market/last-and-change.tsx';
export { useFavourites } from './market/use-favourites.ts';
export { PageHead } from './page/page-head.tsx';
export { useContributions } from './page/use-contributions.ts';
export { BarSpace, PanelBody, type PanelBodyProps } from './panel-body.tsx';
export { PictureCover } from './picture/picture-cover.tsx';
export { type PictureColours, usePicture } from './picture/use-picture.ts';
export { ConfirmPopover, type ConfirmPopoverProps } from './popover/confirm-popover.tsx';
export { saveFile } from './save-file.ts';
export { Select, type SelectProps } from './select/select.tsx';
export type { SelectOption } from './select/select-options.ts';
export { Slider, type SliderProps } from './slider/slider.tsx';
export { EmptyState } from './states/empty-state.tsx';
export { FailedState } from './states/failed-state.tsx';
export { lazyPart } from './states/lazy-part.ts';
export { NoMarket } from './states/no-market.tsx';
export { OldPrice, OldPrices, usePriceAge } from './states/old-prices.tsx';
export { PanelBoundary } from './states/panel-boundary.tsx';
export { Skeleton } from './states/skeleton.tsx';
export { SteadySuspense } from './states/steady-suspense.tsx';
export { AccountRates } from './strategy/account-rates.tsx';
export { useFaultText } from './strategy/use-fault-text.ts';
export type { Column, SortOrder, TableState } from './table/column.ts';
export { DataTable, type DataTableProps } from './table/data-table.tsx';
export { ownTradeColumns } from './table/own-trade-columns.tsx';
export type { TableSelection } from './table/selection.ts';
export { ClippedText } from './text/clipped-text.tsx';
export { DecimalInput, type DecimalInputProps } from './text/decimal-input.tsx';
export { normalDecimal, stepDecimal, typedDecimal } from './text/decimal-text.ts';
export { formatClock, formatDay, formatStamp, formatTime, shortenId } from './text/format.ts';
export { formatAxis } from './text/format-axis.ts';
export { MarketName } from './text/market-name.tsx';
export { Change, Price, Quantity, Signed, TimeText } from './text/number-text.tsx';
export { orderCauseWord, orderStatusWord } from './text/order-words.ts';
export { SideText } from './text/side-text.tsx';
export { SizeFilter } from './text/size-filter.tsx';
export { splitKey } from './text/split-key.ts';
export { useDecimalText } from './text/use-decimal-text.ts';
export { useLockText } from './text/use-lock-text.ts';
export { useRoleNames } from './text/use-role-names.ts';
export { type Translate, useText, useTexts } from './text/use-text.ts';
export { type Frames, type PriceAges, type UiServices, UiServicesProvider, type UiTimers, useServices } from './ui-services.tsx';
export { touchPointer, useMedia } from './use-media.ts';
