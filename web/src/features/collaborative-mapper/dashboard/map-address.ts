/** The address of a map's screen. */
export function mapAddress(id: number): string {
  return `/apps/collaborativemapper/map?id=${id}`;
}
