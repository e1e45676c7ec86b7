/** These lists are apart from the schemas, so that a browser can use them without the schema library. */

/** The kinds of area of a species. "Add an Area Of Interest" has a search box for each. */
export const speciesAreaTypes = ['species_range', 'critical_habitat'] as const;
export type SpeciesAreaType = (typeof speciesAreaTypes)[number];

export const speciesStatuses = ['Endangered', 'Threatened', 'Endangered and Threatened'] as const;
export const criticalHabitatStatuses = ['Final', 'Proposed', 'Not Prudent'] as const;

/** The date of the listings of all species that come with the product. */
export const speciesListingDate = '2019-12-16';
