import { FolderOpen, Layers, MapPin, Trash2, Trees } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Curve } from '../../../ui/data/curve.tsx';
import { Histogram } from '../../../ui/data/histogram.tsx';
import { Legend, LegendEntry, LegendList, LegendRamp } from '../../../ui/data/legend.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Pagination } from '../../../ui/data/pagination.tsx';
import { numberColumn, Table, type TableColumn } from '../../../ui/data/table.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Span } from '../../../ui/style/typography.tsx';
import { type GuideSection, Sample, Samples } from '../sample.tsx';

const limit = 1.25;
const axis = { limit, ticks: [1, 0, -1] };

/** The counts form a bell with its peak at about a third of the range. */
const counts = Array.from({ length: 48 }, (_, index) =>
  Math.round(1000 * Math.exp(-(((index - 16) / 9) ** 2))),
);

function pointsOf(valueAt: (share: number) => number) {
  return Array.from({ length: 21 }, (_, index) => {
    const value = valueAt(index / 20);
    const y = Math.max(-limit, Math.min(limit, value));
    return { x: index * 65, y, isCut: y !== value };
  });
}

const rising = pointsOf((share) => Math.expm1(5 * share) / Math.expm1(5) - 0.25);
const step = pointsOf((share) => (share > 1 / 3 ? 0.75 : -0.25));
const steep = pointsOf((share) => 3 * share - 1.5);

function ChartSection() {
  return (
    <Samples>
      <Sample title="Curve">
        <Curve {...axis} label="Exponential curve" drawing={{ points: rising }} />
      </Sample>
      <Sample title="Curve with a step">
        <Curve {...axis} label="Step" drawing={{ points: step, jumpAt: 1300 / 3 }} />
      </Sample>
      <Sample title="Curve that leaves its axis">
        <Curve
          {...axis}
          label="Steep line"
          drawing={{ points: steep }}
          colourOf={(value) => `color-mix(in srgb, white ${50 + value * 40}%, black)`}
        />
      </Sample>
      <Sample title="Histogram">
        <Histogram label="Elevations" counts={counts} min={0} max={1300} />
      </Sample>
    </Samples>
  );
}

function LegendSection() {
  return (
    <Samples>
      <Sample title="Ramp">
        <Legend title="Conservation value">
          <LegendRamp colours={['black', 'gray', 'white']} labels={['−1', '0', '1']} />
        </Legend>
      </Sample>
      <Sample title="Classes">
        <Legend title="Land cover">
          <LegendList>
            <LegendEntry colour="steelblue">Water</LegendEntry>
            <LegendEntry colour="forestgreen">Forest</LegendEntry>
            <LegendEntry colour="goldenrod">Cropland</LegendEntry>
          </LegendList>
        </Legend>
      </Sample>
    </Samples>
  );
}

const habitats = ['Wet meadow', 'Oak savanna', 'Riparian forest'];

function ListSection() {
  return (
    <Samples>
      {(['bulleted', 'numbered', 'plain'] as const).map((kind) => (
        <Sample key={kind} title={`Kind ${kind}`}>
          <List kind={kind}>
            {habitats.map((habitat) => (
              <ListItem key={habitat}>{habitat}</ListItem>
            ))}
          </List>
        </Sample>
      ))}
      <Sample title="Plain, with icons">
        <List kind="plain">
          <ListItem icon={MapPin}>Pick an area</ListItem>
          <ListItem icon={Layers}>Compare two dates</ListItem>
          <ListItem icon={Trees}>See what changed</ListItem>
        </List>
      </Sample>
      <Sample title="Divided, with something at the end">
        <List kind="divided">
          {habitats.map((habitat, index) => (
            <ListItem
              key={habitat}
              trailing={
                <Span tone="soft" tabular>
                  {12 * (index + 1)} ha
                </Span>
              }
            >
              {habitat}
            </ListItem>
          ))}
        </List>
      </Sample>
    </Samples>
  );
}

function PaginationSection() {
  const [page, setPage] = useState(7);
  const [shortPage, setShortPage] = useState(1);
  return (
    <Samples>
      <Sample title="Twenty pages" note="At most five numbers, the open page in their middle.">
        <Pagination label="Pages of maps" page={page} pageCount={20} onChange={setPage} />
      </Sample>
      <Sample title="Three pages, at the first">
        <Pagination
          label="Pages of projects"
          page={shortPage}
          pageCount={3}
          onChange={setShortPage}
        />
      </Sample>
    </Samples>
  );
}

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
  numberColumn('hectares', 'Hectares', { read: ({ hectares }) => hectares, render: String }),
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

function TableSection() {
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

export const dataSections: readonly GuideSection[] = [
  { id: 'charts', title: 'Charts', Component: ChartSection },
  { id: 'legend', title: 'Legend', Component: LegendSection },
  { id: 'list', title: 'List', Component: ListSection },
  { id: 'pagination', title: 'Pagination', Component: PaginationSection },
  { id: 'table', title: 'Table', Component: TableSection },
];
