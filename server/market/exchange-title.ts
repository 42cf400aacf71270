interface TitledVenues {
  venue(exchange: string): { readonly title: string } | null;
}

/** As people read it; an exchange that is not open goes by its id. */
export const exchangeTitle = (venues: TitledVenues, exchange: string): string => venues.venue(exchange)?.title ?? exchange;
