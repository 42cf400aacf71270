export { BarCheck } from './bar-check.tsx';
export { BarToggle } from './bar-toggle.tsx';
export { type CanvasFrame, type CanvasHandle, type CanvasPointer, CanvasView, type CanvasViewProps } from './canvas-view.tsx';
export { ConfirmPopover, type ConfirmPopoverProps } from './confirm-popover.tsx';
export { DecimalInput, type DecimalInputProps } from './decimal-input.tsx';
export { normalDecimal, stepDecimal, typedDecimal } from './decimal-text.ts';
export { EmptyState } from './empty-state.tsx';
export { ExportButton, type ExportButtonProps } from './export-button.tsx';
export { FailedState } from './failed-state.tsx';
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
export { inRange, type TimeRange } from './filter/time-range.ts';
export { CheckField, ChoiceField, TextField, TextInput } from './form/field.tsx';
export {
  changePercent,
  formatClock,
  formatCompact,
  formatDay,
  formatDecimal,
  formatStamp,
  formatTime,
  shortenId,
} from './format.ts';
export { formatAxis } from './format-axis.ts';
export { Icon, type IconName, iconNamed } from './icon.tsx';
export { IconButton } from './icon-button.tsx';
export { IndexPrice } from './index-price/index-price.tsx';
export { indexDeviation, indexHelp } from './index-price/index-words.ts';
export { referenceOf } from './index-price/reference-of.ts';
export { JsonTree } from './json/json-tree.tsx';
export { lazyPart } from './lazy-part.ts';
export { ListEmpty } from './list/list-empty.tsx';
export { ListFoot } from './list/list-foot.tsx';
export { NamedTemplates } from './list/named-templates.ts';
export { type ListPage, PagedList } from './list/paged-list.ts';
export { TemplateList } from './list/template-list.tsx';
export { LockedButton } from './locked-button.tsx';
export { MarketName } from './market-name.tsx';
export { NoMarket } from './no-market.tsx';
export { Price, Quantity, Signed, TimeText } from './number-text.tsx';
export { orderCauseWord, orderStatusWord } from './order-words.ts';
export { BarSpace, PanelBody, type PanelBodyProps } from './panel-body.tsx';
export { PanelBoundary } from './panel-boundary.tsx';
export { PictureCover } from './picture/picture-cover.tsx';
export { type PictureColours, usePicture } from './picture/use-picture.ts';
export { PlaceOrderButton } from './place-order-button.tsx';
export { PlainButton } from './plain-button.tsx';
export { saveFile } from './save-file.ts';
export { SideText } from './side-text.tsx';
export { SizeFilter } from './size-filter.tsx';
export { Skeleton } from './skeleton.tsx';
export { splitKey } from './split-key.ts';
export { StaleBadge } from './stale-badge.tsx';
export { useFaultText } from './strategy/use-fault-text.ts';
export type { Column, SortOrder, TableState } from './table/column.ts';
export { DataTable, type DataTableProps } from './table/data-table.tsx';
export { ownTradeColumns } from './table/own-trade-columns.tsx';
export type { TableSelection } from './table/selection.ts';
export { type Frames, type UiServices, UiServicesProvider, type UiTimers, useServices } from './ui-services.tsx';
export { useDecimalText } from './use-decimal-text.ts';
export { useLockText } from './use-lock-text.ts';
export { touchPointer, useMedia } from './use-media.ts';
export { type Translate, useText, useTexts } from './use-text.ts';
