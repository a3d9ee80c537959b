using System.Text.Json.Serialization;
using MemoryPack;
using global::MessagePack;

namespace Blittable.Benchmarks.Stores;

/// <summary>Represents a lineitem row for the serializers that use types of the program.</summary>
[MessagePackObject]
[MemoryPackable]
public sealed partial class LineitemRecord
{
    [Key(0)]
    [JsonPropertyName("l_orderkey")]
    public long OrderKey { get; set; }

    [Key(1)]
    [JsonPropertyName("l_partkey")]
    public long PartKey { get; set; }

    [Key(2)]
    [JsonPropertyName("l_suppkey")]
    public long SupplierKey { get; set; }

    [Key(3)]
    [JsonPropertyName("l_linenumber")]
    public int LineNumber { get; set; }

    [Key(4)]
    [JsonPropertyName("l_quantity")]
    public double Quantity { get; set; }

    [Key(5)]
    [JsonPropertyName("l_extendedprice")]
    public double ExtendedPrice { get; set; }

    [Key(6)]
    [JsonPropertyName("l_discount")]
    public double Discount { get; set; }

    [Key(7)]
    [JsonPropertyName("l_tax")]
    public double Tax { get; set; }

    [Key(8)]
    [JsonPropertyName("l_returnflag")]
    public string ReturnFlag { get; set; } = "";

    [Key(9)]
    [JsonPropertyName("l_linestatus")]
    public string LineStatus { get; set; } = "";

    [Key(10)]
    [JsonPropertyName("l_shipdate")]
    public DateTime ShipDate { get; set; }

    [Key(11)]
    [JsonPropertyName("l_commitdate")]
    public DateTime CommitDate { get; set; }

    [Key(12)]
    [JsonPropertyName("l_receiptdate")]
    public DateTime ReceiptDate { get; set; }

    [Key(13)]
    [JsonPropertyName("l_shipinstruct")]
    public string ShipInstruct { get; set; } = "";

    [Key(14)]
    [JsonPropertyName("l_shipmode")]
    public string ShipMode { get; set; } = "";

    [Key(15)]
    [JsonPropertyName("l_comment")]
    public string Comment { get; set; } = "";
}
