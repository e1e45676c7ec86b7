import type { ComponentType } from 'react';
import { AutocompleteSection } from './sections/autocomplete-section.tsx';
import { AvatarSection } from './sections/avatar-section.tsx';
import { ButtonSection } from './sections/button-section.tsx';
import { CardSection } from './sections/card-section.tsx';
import { ChartSection, LegendSection } from './sections/chart-section.tsx';
import { CheckboxSection } from './sections/checkbox-section.tsx';
import { CollapsibleSection } from './sections/collapsible-section.tsx';
import { ColorSection } from './sections/color-section.tsx';
import { CommentSection } from './sections/comment-section.tsx';
import { EmptyStateSection } from './sections/empty-state-section.tsx';
import { FileUploadSection } from './sections/file-upload-section.tsx';
import { FooterSection } from './sections/footer-section.tsx';
import { FormSection } from './sections/form-section.tsx';
import { IconSection } from './sections/icon-section.tsx';
import { InputSection } from './sections/input-section.tsx';
import { LabelSection } from './sections/label-section.tsx';
import { LinkSection } from './sections/link-section.tsx';
import { ListSection } from './sections/list-section.tsx';
import { LoadingSection } from './sections/loading-section.tsx';
import { MapSection } from './sections/map-section.tsx';
import { MenuSection } from './sections/menu-section.tsx';
import { ModalSection } from './sections/modal-section.tsx';
import { NavbarSection } from './sections/navbar-section.tsx';
import { NoticeSection } from './sections/notice-section.tsx';
import { PaginationSection } from './sections/pagination-section.tsx';
import { PanelSection } from './sections/panel-section.tsx';
import { PopoverSection } from './sections/popover-section.tsx';
import { RadioSection } from './sections/radio-section.tsx';
import { SelectSection } from './sections/select-section.tsx';
import { SliderSection } from './sections/slider-section.tsx';
import { TableSection } from './sections/table-section.tsx';
import { TabsSection } from './sections/tabs-section.tsx';
import { TextAreaSection } from './sections/text-area-section.tsx';
import { TextEditSection } from './sections/text-edit-section.tsx';
import { ToastSection } from './sections/toast-section.tsx';
import { TooltipSection } from './sections/tooltip-section.tsx';
import { TypographySection } from './sections/typography-section.tsx';
import { UtilitySection } from './sections/utility-section.tsx';

export interface GuideSection {
  /** The section's anchor. */
  id: string;
  title: string;
  Component: ComponentType;
  /** The anchors inside the section. */
  parts?: readonly { id: string; title: string }[];
}

/** The sections in the order of their names. */
export const sections: readonly GuideSection[] = [
  { id: 'autocomplete', title: 'Autocomplete', Component: AutocompleteSection },
  { id: 'avatar', title: 'Avatar', Component: AvatarSection },
  { id: 'button', title: 'Button', Component: ButtonSection },
  { id: 'card-variants', title: 'Card variants', Component: CardSection },
  { id: 'charts', title: 'Charts', Component: ChartSection },
  { id: 'checkbox', title: 'Checkbox', Component: CheckboxSection },
  { id: 'collapsible', title: 'Collapsible', Component: CollapsibleSection },
  { id: 'colors', title: 'Colors', Component: ColorSection },
  { id: 'comment-input', title: 'Comment input', Component: CommentSection },
  { id: 'empty-state', title: 'Empty state', Component: EmptyStateSection },
  { id: 'file-upload', title: 'File upload', Component: FileUploadSection },
  { id: 'footer', title: 'Footer', Component: FooterSection },
  { id: 'form', title: 'Form', Component: FormSection },
  { id: 'icons', title: 'Icons', Component: IconSection },
  { id: 'inputs', title: 'Inputs', Component: InputSection },
  { id: 'label', title: 'Label', Component: LabelSection },
  { id: 'legend', title: 'Legend', Component: LegendSection },
  { id: 'link', title: 'Link', Component: LinkSection },
  { id: 'list', title: 'List', Component: ListSection },
  { id: 'loading', title: 'Loading', Component: LoadingSection },
  { id: 'map', title: 'Map', Component: MapSection },
  { id: 'menu', title: 'Menu', Component: MenuSection },
  { id: 'modal', title: 'Modal', Component: ModalSection },
  { id: 'navbar', title: 'Navbar', Component: NavbarSection },
  { id: 'notice', title: 'Notice', Component: NoticeSection },
  { id: 'pagination', title: 'Pagination', Component: PaginationSection },
  { id: 'panel', title: 'Panel', Component: PanelSection },
  { id: 'popover', title: 'Popover', Component: PopoverSection },
  { id: 'radio-button', title: 'Radio button', Component: RadioSection },
  { id: 'select', title: 'Select', Component: SelectSection },
  { id: 'slider', title: 'Slider', Component: SliderSection },
  { id: 'table', title: 'Table', Component: TableSection },
  { id: 'tabs', title: 'Tabs', Component: TabsSection },
  { id: 'text-area', title: 'Text area', Component: TextAreaSection },
  { id: 'text-edit-field', title: 'Text edit field', Component: TextEditSection },
  { id: 'toast', title: 'Toast', Component: ToastSection },
  { id: 'tooltip', title: 'Tooltip', Component: TooltipSection },
  {
    id: 'typography',
    title: 'Typography',
    Component: TypographySection,
    parts: [
      { id: 'heading', title: 'Heading' },
      { id: 'text', title: 'Text' },
      { id: 'span', title: 'Span' },
    ],
  },
  { id: 'utility-classes', title: 'Utility classes', Component: UtilitySection },
];
