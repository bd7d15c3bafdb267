"""Conversion of BERT sentence encoders to ONNX with weights of 8 bits."""
