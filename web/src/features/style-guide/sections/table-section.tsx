import { FolderOpen, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { Table, type TableColumn } from '../../../ui/data/table.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Sample, Samples } from '../sample.tsx';

interface SampleMap {
  id: number;
  name: string;
  owner: string;
  hectares: number;
}

const names = ['Loess bluffs', 'Sandhills fen', 'Otter creek', 'Bottomland oaks', 'Prairie strip'];
const owners = ['field_notes', 'wet_meadow', 'ridge_walk'];
const maps: SampleMap[] = Array.from({ length: 13 }, (_, index) => ({
  id: index + 1,
  name: `${names[index % names.length]} ${Math.floor(index / names.length) + 1}`,
  owner: owners[index % owners.length],
  hectares: ((index * 379) % 1000) + 12,
}));

const byText = (one: string, other: string) => one.localeCompare(other, 'en');

const columns: TableColumn<SampleMap>[] = [
  {
    id: 'name',
    name: 'Map',
    isRowHeader: true,
    render: ({ name }) => name,
    compare: (one, other) => byText(one.name, other.name),
  },
  {
    id: 'owner',
    name: 'Owner',
    render: ({ owner }) => owner,
    compare: (one, other) => byText(one.owner, other.owner),
  },
  {
    id: 'hectares',
    name: 'Hectares',
    align: 'end',
    render: ({ hectares }) => hectares,
    compare: (one, other) => one.hectares - other.hectares,
  },
  {
    id: 'actions',
    name: 'Actions',
    align: 'end',
    render: ({ name }) => (
      <Button
        kind="text"
        size="sm"
        aria-label={`Delete ${name}`}
        icon={<Icon of={Trash2} size="sm" />}
      />
    ),
  },
];

/** The style guide's section 'table'. */
export function TableSection() {
  return (
    <Samples>
      <Sample title="Five rows a page, sorted by its heads" wide>
        <Table label="Sample maps" columns={columns} rows={maps} pageSize={5} />
      </Sample>
      <Sample title="Rows that lead somewhere" wide>
        <Table
          label="Linked maps"
          columns={columns.slice(0, 3)}
          rows={maps.slice(0, 3)}
          rowHref={() => '#table'}
        />
      </Sample>
      <Sample title="Without rows" wide>
        <Table
          label="No maps"
          columns={columns.slice(0, 3)}
          rows={[]}
          empty={
            <EmptyState icon={FolderOpen} headingLevel={3} title="There are no maps to display." />
          }
        />
      </Sample>
    </Samples>
  );
}
