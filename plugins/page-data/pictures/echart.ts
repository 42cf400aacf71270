import { BarChart, GaugeChart, HeatmapChart, LineChart } from 'echarts/charts';
import {
  AxisPointerComponent,
  DataZoomInsideComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { EChart } from '../../../core/ui/picture/echart.ts';

const parts = [
  ...[BarChart, GaugeChart, HeatmapChart, LineChart, GridComponent, TooltipComponent, AxisPointerComponent],
  ...[DataZoomInsideComponent, MarkAreaComponent, MarkLineComponent, VisualMapComponent],
];

export const openChart = (box: HTMLElement): EChart => new EChart(box, parts);
