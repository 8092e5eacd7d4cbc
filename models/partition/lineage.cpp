#include "models/partition/lineage.h"

#include <algorithm>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/graph/topological_sort.hpp>
#include <fmt/format.h>

namespace cosmos {
namespace {

// Quotes and backslashes have a meaning inside a GraphViz string, and a line feed is written \n.
std::string dot_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '\n') {
      quoted += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

struct PartitionLineage::Graph {
  using Adjacency = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
  explicit Graph(std::size_t partitions) : edges(partitions) {}
  Adjacency edges;                 // parent -> child
  std::vector<std::size_t> order;  // parents before children
};

LineageMetrics& LineageMetrics::operator+=(const LineageMetrics& other) {
  request_units += other.request_units;
  requests += other.requests;
  throttled += other.throttled;
  return *this;
}

PartitionLineage::PartitionLineage(std::vector<LineageRecord> records)
    : records_(std::move(records)), graph_(std::make_unique<Graph>(records_.size())) {
  std::unordered_map<std::int64_t, std::size_t> position_of;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (!position_of.emplace(records_[i].id, i).second) {
      throw std::invalid_argument(fmt::format("partition {} is there twice", records_[i].id));
    }
  }
  for (std::size_t i = 0; i < records_.size(); ++i) {
    for (const std::int64_t parent : records_[i].parents) {
      const auto found = position_of.find(parent);
      if (found == position_of.end()) {
        throw std::invalid_argument(
            fmt::format("partition {} came from partition {}, which is not there", records_[i].id, parent));
      }
      if (boost::edge(found->second, i, graph_->edges).second) {
        throw std::invalid_argument(fmt::format("partition {} came from partition {} twice", records_[i].id, parent));
      }
      boost::add_edge(found->second, i, graph_->edges);
    }
  }
  try {
    boost::topological_sort(graph_->edges, std::back_inserter(graph_->order));
  } catch (const boost::not_a_dag&) {
    throw std::invalid_argument("a partition descends from itself");
  }
  std::reverse(graph_->order.begin(), graph_->order.end());
}

PartitionLineage::~PartitionLineage() = default;
PartitionLineage::PartitionLineage(PartitionLineage&&) noexcept = default;
PartitionLineage& PartitionLineage::operator=(PartitionLineage&&) noexcept = default;

std::vector<std::size_t> PartitionLineage::roots() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (boost::in_degree(i, graph_->edges) == 0) {
      found.push_back(i);
    }
  }
  return found;
}

std::vector<std::size_t> PartitionLineage::leaves() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (boost::out_degree(i, graph_->edges) == 0) {
      found.push_back(i);
    }
  }
  return found;
}

// Edges were added child by child, each from its parents in their order.
std::vector<std::size_t> PartitionLineage::parents(std::size_t position) const {
  std::vector<std::size_t> found;
  for (auto [edge, end] = boost::in_edges(position, graph_->edges); edge != end; ++edge) {
    found.push_back(boost::source(*edge, graph_->edges));
  }
  return found;
}

std::vector<std::size_t> PartitionLineage::children(std::size_t position) const {
  std::vector<std::size_t> found;
  for (auto [child, end] = boost::adjacent_vertices(position, graph_->edges); child != end; ++child) {
    found.push_back(*child);
  }
  return found;
}

std::vector<std::size_t> PartitionLineage::ancestors(std::size_t position) const {
  std::vector<char> is_ancestor(records_.size());
  std::vector<std::size_t> open = parents(position);
  while (!open.empty()) {
    const std::size_t next = open.back();
    open.pop_back();
    if (std::exchange(is_ancestor[next], char{1}) == 0) {
      const std::vector<std::size_t> above = parents(next);
      open.insert(open.end(), above.begin(), above.end());
    }
  }
  std::vector<std::size_t> found;
  std::copy_if(graph_->order.begin(), graph_->order.end(), std::back_inserter(found),
               [&](std::size_t i) { return is_ancestor[i] != 0; });
  return found;
}

// Sums of the children's sums would count a merged partition once for each of its parents, so every partition goes
// through its descendants itself.
std::vector<LineageMetrics> PartitionLineage::rolled_up() const {
  std::vector<LineageMetrics> sums(records_.size());
  std::vector<std::size_t> seen_by(records_.size(), records_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    open.assign(1, i);
    seen_by[i] = i;
    while (!open.empty()) {
      const std::size_t next = open.back();
      open.pop_back();
      sums[i] += records_[next].own;
      for (auto [child, end] = boost::adjacent_vertices(next, graph_->edges); child != end; ++child) {
        if (std::exchange(seen_by[*child], i) != i) {
          open.push_back(*child);
        }
      }
    }
  }
  return sums;
}

std::vector<PartitionLineage::TreeRow> PartitionLineage::tree() const {
  struct Open {
    std::string stem;    // of the row
    std::string beyond;  // what the stems of its children begin with
    std::size_t position;
    bool refers;
  };
  std::vector<TreeRow> rows;
  std::vector<Open> open;
  const std::vector<std::size_t> starts = roots();
  for (auto root = starts.rbegin(); root != starts.rend(); ++root) {
    open.push_back({"", "", *root, false});
  }
  while (!open.empty()) {
    const Open row = std::move(open.back());
    open.pop_back();
    rows.push_back({row.stem, row.position, row.refers});
    if (row.refers) {
      continue;
    }
    const std::vector<std::size_t> below = children(row.position);
    for (std::size_t i = below.size(); i-- > 0;) {
      const bool last = i + 1 == below.size();
      const bool is_first_parent = parents(below[i]).front() == row.position;
      open.push_back(
          {row.beyond + (last ? "└─ " : "├─ "), row.beyond + (last ? "   " : "│  "), below[i], !is_first_parent});
    }
  }
  return rows;
}

void PartitionLineage::write_dot(std::ostream& out, const Labels& labels) const {
  const auto partition = [&](std::ostream& to, std::size_t i) {
    to << "[label=" << dot_text(labels.partition(i)) << (records_[i].ended ? "]" : ", style=bold]");
  };
  const auto edge = [&](std::ostream& to, const Graph::Adjacency::edge_descriptor& e) {
    const LineageRecord& child = records_[boost::target(e, graph_->edges)];
    to << "[label=" << dot_text(child.cause + "\n" + labels.time(child.born)) << "]";
  };
  const auto graph = [&](std::ostream& to) {
    to << "label=" << dot_text(labels.title) << ";\nlabelloc=t;\nnode [shape=box];\n";
  };
  const auto name = boost::make_transform_value_property_map([this](std::size_t i) { return records_[i].id; },
                                                             boost::get(boost::vertex_index, graph_->edges));
  boost::write_graphviz(out, graph_->edges, partition, edge, graph, name);
}

}  // namespace cosmos
